// Keeps the pages themselves, so that they open without a connection and can say so. What is played is
// the server's: nothing of it is kept here. A site without a server (`?site`) consists of files alone, and all of
// them are kept, so that everything works without a connection.

const CACHE = 'pages';
const SITE = self.location.search === '?site';
const BASE = SITE ? new URL(self.registration.scope).pathname : '/';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith(`${BASE}assets/`) || pathname === `${BASE}icon.svg`) {
    event.respondWith(asset(request));
  } else if (request.mode === 'navigate' && !isOther(pathname)) {
    event.respondWith(page(request));
  } else if (SITE) {
    event.respondWith(file(request));
  }
});

/** Pages that the server writes by itself, or that are files of a site. */
function isOther(pathname) {
  if (SITE) return pathname.startsWith(`${BASE}rules/`);
  return ['/api/', '/rules/', '/metrics'].some((start) => pathname.startsWith(start));
}

/** All pages are one; the newest, or else the last that there was. */
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await cache.put(BASE, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(BASE);
    if (kept) return kept;
    throw error;
  }
}

/** The newest, or else the last that there was. What follows `?` is the page's own affair. */
async function file(request) {
  const cache = await caches.open(CACHE);
  const { origin, pathname } = new URL(request.url);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(origin + pathname, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(origin + pathname);
    if (kept) return kept;
    throw error;
  }
}

/** What has a name that changes with what is in it need not be asked for twice. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await forgetOlder(cache, request);
    await cache.put(request, response.clone());
  }
  return response;
}

/** `/assets/index-Rj4Nftq3.js` takes the place of every other `/assets/index-*.js`. */
async function forgetOlder(cache, request) {
  const name = ({ url }) => new URL(url).pathname.replace(/-[\w-]{8}(?=\.\w+$)/, '');
  const older = (await cache.keys()).filter((other) => name(other) === name(request));
  await Promise.all(older.map((other) => cache.delete(other)));
}
