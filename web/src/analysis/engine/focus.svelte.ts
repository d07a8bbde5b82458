/** Keeps the focus where somebody works, though the buttons there come and go. */

import type { Attachment } from 'svelte/attachments';

const isSeen = (element: Element): boolean =>
  element.isConnected && element.closest('[aria-hidden="true"]') === null;

/**
 * When what `changes` reads has taken the focused element away or hidden it, the part around it has the
 * focus. Not all browsers send an event for that.
 */
export const keepFocus =
  (changes: () => unknown): Attachment<HTMLElement> =>
  (part) => {
    let focused: Element | null = null;
    const enter = ({ target }: Event): void => {
      focused = target as Element;
    };
    const leave = ({ target }: Event): void => {
      // Where an event is sent for one that is taken away, it is still there at that moment.
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected) focused = null;
      });
    };
    part.addEventListener('focusin', enter);
    part.addEventListener('focusout', leave);
    $effect(() => {
      changes();
      if (!focused || isSeen(focused)) return;
      focused = null;
      part.focus({ preventScroll: true });
    });
    return () => {
      part.removeEventListener('focusin', enter);
      part.removeEventListener('focusout', leave);
    };
  };
