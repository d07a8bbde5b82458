import { mount } from 'svelte';
import './theme.css';
import './base.css';
import App from './App.svelte';
import { prepare } from './app/sound';
import { prepareDownloads } from './local/downloads';
import { base } from './local/site';

const target = document.getElementById('app');
if (target) mount(App, { target });
prepare();
prepareDownloads();
// Without it everything works as long as there is a connection.
if (import.meta.env.PROD) {
  const address = base === null ? '/sw.js' : `${base}sw.js?site`;
  void navigator.serviceWorker?.register(address).catch(() => undefined);
}
