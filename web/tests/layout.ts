/** What is wrong with how a game lies on the screen, measured in the page. */

import type { Page } from 'playwright-core';

/** Everything that must not lie over each other, by what it is called in a finding. */
const PARTS: Record<string, string> = {
  header: 'header',
  'far stand': '.stand.above .tray',
  'far player': '.stand.above .bar',
  'near stand': '.stand.below .tray',
  'near player': '.stand.below .bar',
  board: 'svg.board',
  notices: '.notices',
  moves: '.moves',
  actions: '.actions',
};

/** The same for an analysis. */
export const ANALYSIS: Record<string, string> = {
  header: 'header',
  'far stand': '.stand.above .tray',
  'near stand': '.stand.below .tray',
  board: 'svg.board',
  title: '.side > .bar',
  status: '.side > .status',
  review: '.review',
  engine: '.side > .engine',
  moves: '.side > .moves',
  'typed move': '.under form',
  actions: '.under > .row',
  comment: '.under textarea',
};

/** The same where a position is set up. */
export const SETUP: Record<string, string> = {
  header: 'header',
  title: 'h1',
  board: 'svg.board',
  tools: '.tools',
  'pieces of the far side': '.strip',
  'pieces of the near side': '.strip + .strip',
  verdict: '.verdict',
  hand: '[data-hand-of="second"]',
  'other hand': '[data-hand-of="first"]',
  'other choices': '.extras',
  text: '.field textarea',
};

/**
 * Scrolls to the board and tells: what lies over what, what leaves the page or is cut, and whether the
 * board can be seen whole and is no smaller than it must be.
 */
export function faults(page: Page, parts = PARTS): Promise<string[]> {
  return page.evaluate((parts) => {
    const found: string[] = [];
    const board = document.querySelector('svg.board');
    if (!board) return ['there is no board'];
    const frame = document.querySelector('.table');
    scrollTo(0, 0);
    // What does not fit below the header is looked at after scrolling.
    if ((frame?.getBoundingClientRect().bottom ?? 0) > innerHeight + 1) frame?.scrollIntoView();
    const boxes = Object.entries(parts).flatMap(([name, selector]) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box && box.width * box.height > 0 ? [{ name, box }] : [];
    });
    for (const [i, a] of boxes.entries()) {
      if (a.box.left < -1 || a.box.right > innerWidth + 1) found.push(`${a.name} leaves the page`);
      for (const b of boxes.slice(i + 1)) {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (wide > 1 && high > 1) found.push(`${a.name} lies over ${b.name}`);
      }
    }
    for (const bar of document.querySelectorAll('.bar, .clock, .who strong, main .button')) {
      if (bar.scrollWidth > bar.clientWidth + 1 && bar.clientWidth > 0)
        found.push(`${bar.className || bar.tagName} is cut`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
    const { top, bottom, width, height } = board.getBoundingClientRect();
    if (top < -1 || bottom > innerHeight + 1)
      found.push(`the board is cut: ${Math.round(top)} to ${Math.round(bottom)}`);
    const least = 0.38 * Math.min(innerWidth, innerHeight);
    if (Math.max(width, height) < least)
      found.push(`the board is small: ${Math.round(width)}x${Math.round(height)}`);
    return found;
  }, parts);
}

/** Widths and heights of everything that a page is looked at on, at any zoom. */
export const WIDTHS = [320, 360, 412, 480, 600, 740, 844, 920, 960, 1000, 1080, 1280, 1600, 2560];
export const HEIGHTS = [320, 360, 412, 480, 568, 640, 768, 900, 1200, 1600];
