import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { variant } from '../../api/mock';
import type { VariantInfo } from '../../api/types';
import { settings } from '../../app/settings.svelte';
import { save } from '../../app/storage';
import type { Pointed } from './arrows';
import { EngineState, type Position } from './engine.svelte';
import EnginePanel from './EnginePanel.svelte';
import type { Found } from './forms';
import { found, line, move, show as look, Socket } from './samples';

let undo: (() => void)[] = [];

function show(
  over: Partial<Position> = {},
  info: VariantInfo = variant(),
  on = true,
  machine?: () => WebSocket,
) {
  save('engine', { on, lines: 2 });
  const engine = new EngineState(Socket.open, machine);
  engine.at({ rules: { variant: 'tiny' }, line: {}, side: 'first', over: false, ...over });
  const page = {
    engine,
    onplay: vi.fn<(moves: string[]) => void>(),
    onhover: vi.fn<(pointed: Pointed | null) => void>(),
  };
  const panel = mount(EnginePanel, { target: document.body, props: { info, ...page } });
  undo.push(
    () => void unmount(panel),
    () => engine.close(),
  );
  flushSync();
  return page;
}

beforeEach(() => {
  Socket.all = [];
  vi.useFakeTimers();
  look('visible');
  settings.set('language', 'en');
});

afterEach(() => {
  for (const each of undo) each();
  undo = [];
  document.body.innerHTML = '';
  localStorage.clear();
  settings.set('language', 'auto');
  settings.set('notation', 'auto');
  vi.useRealTimers();
});

function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

function say(message: Record<string, unknown>): void {
  pass(120);
  if (Socket.last.readyState === 0) Socket.last.accept();
  Socket.last.say({ ...message, id: Socket.last.messages.at(-1)?.id });
  flushSync();
}
const tell = (what: Found) => say({ type: 'found', ...what });

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const find = (selector: string): HTMLElement => {
  const [element] = all(selector);
  if (!element) throw new Error(`nothing is ${selector}`);
  return element;
};
const text = (selector: string): string => find(selector).textContent.replace(/\s+/g, ' ').trim();
const button = (name: string): HTMLElement => {
  const called = (it: HTMLElement) => it.getAttribute('aria-label') ?? it.textContent.trim();
  const found = all('button').find((it) => called(it) === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const click = (name: string): void => {
  button(name).click();
  flushSync();
};
/** Pointing at the last move of a line. */
const pointed = (line: string): Pointed => {
  const moves = line.split(' ');
  const last = moves.at(-1) ?? '';
  return { arrows: [{ from: last.slice(0, 2), to: last.slice(2), by: 'hint' }], moves };
};
/** What is seen of each row. */
const rows = (): string[] =>
  all('ol > li').map((row) => {
    const hidden = row.getAttribute('aria-hidden') === 'true';
    const parts = hidden ? [] : row.querySelectorAll('.score, .moves button');
    return [...parts].map((it) => it.textContent).join(' ');
  });

describe('the switch', () => {
  it('turns the engine on and off', () => {
    const { engine } = show({}, variant(), false);
    const itself = find('[role="switch"]');
    expect([itself.getAttribute('aria-checked'), all('ol')]).toEqual(['false', []]);
    itself.click();
    flushSync();
    expect([itself.getAttribute('aria-checked'), engine.on]).toEqual(['true', true]);
    expect(all('ol')).toHaveLength(1);
  });
});

describe('what was found', () => {
  it('is told', () => {
    show();
    tell(found(18, line('7g7f 3c3d', 125), line('2g2f', -40)));
    expect(rows()).toEqual(['+1.25 w 7g7f w 3c3d', '−0.40 w 2g2f']);
    expect(text('.status')).toBe('Depth 18/22 · 1.2M nodes/s · 2 s');
    expect(text('.score')).toBe('Score: +1.25');
    expect(text('[aria-label="Chance to win"]')).toBe('Sente 60% Gote 40%');
  });

  it('is that of the first side, or of the side to move', () => {
    const { engine } = show({ side: 'second' });
    tell(found(18, line('7g7f', 125)));
    const select = find('select') as HTMLSelectElement;
    expect(text('.score')).toBe('Score: −1.25');
    select.value = 'mover';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
    expect([text('.score'), engine.pov]).toEqual(['Score: +1.25', 'mover']);
    expect(text('[aria-label="Chance to win"]')).toBe('Sente 40% Gote 60%');
  });

  it('is in the notation of one’s choice', () => {
    settings.set('notation', 'usi');
    show();
    tell(found(1, line('7g7f')));
    expect(rows()[0]).toBe('+0.25 7g7f');
  });

  it('has its rows before it comes', () => {
    show();
    expect(rows()).toEqual(['', '']);
    expect(all('li:not([aria-hidden])')).toEqual([]);
    tell(found(1, line('7g7f')));
    expect([rows().length, all('li:not([aria-hidden])').length]).toEqual([2, 1]);
  });

  it('is played up to the move that is clicked', () => {
    const { onplay } = show();
    tell(found(18, line('1a1b'), line('7g7f 3c3d 2g2f')));
    click('w 3c3d');
    expect(onplay.mock.calls).toEqual([[['7g7f', '3c3d']]]);
  });

  it('is shown on the board as long as one points at it', () => {
    const { onhover } = show();
    tell(found(18, line('7g7f 3c3d')));
    const its = button('w 7g7f');
    its.dispatchEvent(new PointerEvent('pointerenter'));
    flushSync();
    expect(onhover).toHaveBeenLastCalledWith(pointed('7g7f'));
    // What is pointed at stays; what was found meanwhile comes after that.
    tell(found(19, line('2g2f')));
    expect(onhover).toHaveBeenLastCalledWith(pointed('7g7f'));
    expect(rows()[0]).toContain('w 7g7f w 3c3d');
    its.dispatchEvent(new PointerEvent('pointerleave'));
    flushSync();
    expect(onhover).toHaveBeenLastCalledWith(null);
    expect(rows()[0]).toContain('w 2g2f');
    its.focus();
    flushSync();
    expect(onhover).toHaveBeenLastCalledWith(pointed('2g2f'));
    click('Fewer lines');
    find('[role="switch"]').click();
    flushSync();
    expect(onhover).toHaveBeenLastCalledWith(null);
  });

  it('keeps the focus while it changes', () => {
    show();
    tell(found(18, line('7g7f 3c3d')));
    button('w 3c3d').focus();
    tell(found(19, line('2g2f 8c8d')));
    expect(document.activeElement).toBe(button('w 3c3d'));
  });

  it('leaves the focus in the panel when it goes', () => {
    const { engine, onhover } = show();
    tell(found(18, line('7g7f 3c3d')));
    button('w 3c3d').focus();
    flushSync();
    button('w 3c3d').click();
    flushSync();
    expect(onhover).toHaveBeenLastCalledWith(null);
    engine.at({ rules: { variant: 'tiny' }, line: { moves: ['a'] }, side: 'first', over: false });
    flushSync();
    expect([rows(), document.activeElement]).toEqual([['', ''], find('section')]);
  });

  it('does not bring the focus back from elsewhere', async () => {
    const { engine } = show();
    tell(found(18, line('7g7f 3c3d')));
    button('w 3c3d').focus();
    button('w 3c3d').blur();
    await Promise.resolve();
    engine.lines = 1;
    engine.on = false;
    flushSync();
    expect(document.activeElement).toBe(document.body);
  });

  it('can be seen as a whole', () => {
    show();
    tell(found(18, line('7g7f 3c3d')));
    click('Whole line 1');
    expect(button('Whole line 1').getAttribute('aria-expanded')).toBe('true');
  });

  it('is as many lines as one likes', () => {
    const { engine } = show();
    const seen = ['More lines', 'More lines', 'More lines', 'More lines', 'Fewer lines'].map(
      (name) => {
        click(name);
        return `${engine.lines} ${rows().length} ${text('output')}`;
      },
    );
    expect(seen).toEqual([
      '3 3 3 lines',
      '4 4 4 lines',
      '5 5 5 lines',
      '5 5 5 lines',
      '4 4 4 lines',
    ]);
  });
});

describe('a threat', () => {
  it('is shown, but cannot be played', () => {
    const { onplay, onhover } = show();
    click('Threat');
    tell(found(5, line('3c3d', 50)));
    expect(button('Threat').getAttribute('aria-pressed')).toBe('true');
    expect(document.body.textContent).toContain('If it were Gote’s turn:');
    expect(rows()[0]).toBe('−0.50 w 3c3d');
    click('w 3c3d');
    button('w 3c3d').dispatchEvent(new PointerEvent('pointerenter'));
    flushSync();
    expect(onplay).not.toHaveBeenCalled();
    expect(onhover).toHaveBeenLastCalledWith({ ...pointed('3c3d'), moves: [] });
  });
});

describe('a mate', () => {
  const moves = ['1a1b', '2a2b', '3a3b'].map((usi) => move(usi));
  const live = (): string => text('[aria-live]');

  it.each([
    [{ kind: 'mate', moves }, 'Mate in 3:', '3手詰：'],
    [{ kind: 'none' }, 'The side to move has no mate', '手番側に詰みなし'],
    [{ kind: 'unknown' }, 'Not found in 30 s', '30秒では見つかりませんでした'],
  ])('is answered in words: %o', (answer, en, ja) => {
    show({}, variant(), false);
    click('Search for mate');
    expect([live(), document.body.textContent.includes('Searching for a mate…')]).toEqual([
      '',
      true,
    ]);
    say({ type: 'mate', found: answer });
    expect(live()).toBe(en);
    settings.set('language', 'ja');
    flushSync();
    expect(live()).toBe(ja);
  });

  it('is counted in moves in games like chess', () => {
    show({}, variant({ symmetry: 'mirror' }));
    click('Search for mate');
    say({ type: 'mate', found: { kind: 'mate', moves } });
    expect(live()).toBe('Mate in 2:');
  });

  it('is played up to the move that is clicked', () => {
    const { onplay } = show({}, variant(), false);
    click('Search for mate');
    say({ type: 'mate', found: { kind: 'mate', moves } });
    click('w 2a2b');
    expect(onplay.mock.calls).toEqual([[['1a1b', '2a2b']]]);
  });

  it('need not be waited for', () => {
    show({}, variant(), false);
    click('Search for mate');
    click('Stop the search');
    expect(button('Search for mate')).toBeDefined();
  });
});

describe('the state', () => {
  const status = (): string => text('.status');

  it('is told while one waits', () => {
    show();
    const seen = [status()];
    Socket.last.accept();
    flushSync();
    seen.push(status());
    pass(1600);
    seen.push(status());
    Socket.last.break();
    flushSync();
    seen.push(status());
    expect(seen).toEqual([
      'Connecting…',
      'Thinking…',
      'Waiting for its turn…',
      'No connection. Trying again…',
    ]);
  });

  it('is that the game is over', () => {
    show({ over: true });
    expect(status()).toBe('The game is over here.');
    expect(button('Search for mate').hasAttribute('disabled')).toBe(true);
    expect(button('Threat').hasAttribute('disabled')).toBe(true);
  });

  it('is what the server says, in the reader’s language', () => {
    show();
    say({
      type: 'refused',
      error: { code: 'x', message: 'not this one', reason_ja: 'できません' },
    });
    expect(status()).toBe('Not this one Try again');
    settings.set('language', 'ja');
    flushSync();
    expect(find('.status span').textContent).toBe('できません');
    find('.status button').click();
    flushSync();
    expect(status()).toBe('読んでいます…');
  });

  it('is not read out all the time', () => {
    show();
    tell(found(18));
    expect(all('[aria-live], [role="status"], [role="alert"]').map((it) => it.textContent)).toEqual(
      [''],
    );
  });
});

describe('the switch to this machine', () => {
  it('is there only where the pages have the engine', () => {
    show();
    expect(all('.here')).toEqual([]);
  });

  it('says where is searched', () => {
    show({}, variant(), true, () => Socket.open('here'));
    const here = button('On this machine');
    expect(here.getAttribute('aria-pressed')).toBe('false');
    here.click();
    pass(120);
    expect([here.getAttribute('aria-pressed'), text('.status')]).toEqual([
      'true',
      'Loading the engine…',
    ]);
    Socket.last.accept();
    pass(2000);
    expect(text('.status')).toBe('Thinking…');
    Socket.last.break();
    flushSync();
    expect(text('.status')).toBe('The engine cannot be loaded. Trying again…');
  });
});
