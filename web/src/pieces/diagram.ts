/**
 * A movement diagram as shapes. The piece stands in the middle of a grid whose squares are `UNIT`
 * wide; forward is up. The same shapes make the small diagram on a piece and the large one beside
 * a board, and every kind has a shape of its own, so that none is told by colour alone.
 */

import type { Diagram, DiagramCurve, DiagramLine, DiagramMark, Offset } from '../api/types';

export const UNIT = 20;

/** What a shape stands for, which is also its entry in a legend. */
export type Sign =
  | 'step'
  | 'jump'
  | 'slide'
  | 'area'
  | 'chain'
  | 'fly'
  | 'hop'
  | 'shot'
  | 'hit'
  | 'pass'
  | 'castle'
  | 'burn'
  | 'move_only'
  | 'capture_only'
  | 'other';

export interface Shape {
  sign: Sign;
  d: string;
  paint: 'fill' | 'line';
  /** Broken lines leap over pieces. */
  dashed: boolean;
  /** Only while the piece has never moved. */
  initial: boolean;
}

const round = (value: number): string => String(Math.round(value * 100) / 100);
const at = (x: number, y: number): string => `${round(x * UNIT)} ${round(-y * UNIT)}`;

const polygon = (x: number, y: number, points: readonly (readonly [number, number])[]): string =>
  points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${at(x + px, y + py)}`).join('') + 'Z';

function circle(x: number, y: number, radius: number): string {
  const r = round(radius * UNIT);
  return `M${at(x - radius, y)}a${r} ${r} 0 1 0 ${round(2 * radius * UNIT)} 0a${r} ${r} 0 1 0 ${round(-2 * radius * UNIT)} 0Z`;
}

const diamond = (x: number, y: number, r: number): string =>
  polygon(x, y, [
    [0, r],
    [r, 0],
    [0, -r],
    [-r, 0],
  ]);

const cross = (x: number, y: number, r: number): string =>
  `M${at(x - r, y - r)}L${at(x + r, y + r)}M${at(x - r, y + r)}L${at(x + r, y - r)}`;

/** A ring with four ticks through it. */
const sight = (x: number, y: number, r: number): string =>
  circle(x, y, r * 0.7) +
  [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]
    .map(
      ([dx = 0, dy = 0]) =>
        `M${at(x + dx * r * 0.35, y + dy * r * 0.35)}L${at(x + dx * r, y + dy * r)}`,
    )
    .join('');

/** Also drawn on the board, where it covers a square that will burn. */
export function flame(x: number, y: number, r: number): string {
  const p = (px: number, py: number): string => at(x + px * r, y + py * r);
  return (
    `M${p(0.05, 1)}C${p(0.15, 0.45)} ${p(0.75, 0.25)} ${p(0.72, -0.35)}` +
    `C${p(0.7, -0.8)} ${p(0.35, -1)} ${p(0, -1)}C${p(-0.4, -1)} ${p(-0.72, -0.75)} ${p(-0.72, -0.3)}` +
    `C${p(-0.72, 0.05)} ${p(-0.5, 0.25)} ${p(-0.42, 0.5)}C${p(-0.2, 0.35)} ${p(-0.15, 0.2)} ${p(-0.12, 0)}` +
    `C${p(0.1, 0.3)} ${p(0.12, 0.6)} ${p(0.05, 1)}Z`
  );
}

/** Three quarters of a circle with a head: there and back again. */
export function roundTrip(x: number, y: number, r: number): string {
  const length = round(r * UNIT);
  return (
    `M${at(x + r * 0.7, y + r * 0.7)}A${length} ${length} 0 1 0 ${at(x + r, y)}` +
    `M${at(x + r * 0.68, y - r * 0.34)}L${at(x + r, y)}L${at(x + r * 1.32, y - r * 0.34)}`
  );
}

function arrow(x1: number, y1: number, x2: number, y2: number, head: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const wing = (side: number): string =>
    at(x2 - head * (ux - side * uy * 0.7), y2 - head * (uy + side * ux * 0.7));
  return `M${at(x1, y1)}L${at(x2, y2)}M${wing(1)}L${at(x2, y2)}L${wing(-1)}`;
}

const MANNERS: Record<string, Sign> = {
  step: 'step',
  jump: 'jump',
  slide: 'slide',
  hop: 'hop',
  hop_behind: 'hop',
  fly: 'fly',
  area: 'area',
  chain: 'chain',
  hook: 'slide',
  castle: 'castle',
  shot: 'shot',
  hit: 'hit',
  pass: 'pass',
  other: 'other',
};

/** A leap that something half-way can stop is two steps; one that needs something there, a hop. */
function manner(kinds: readonly string[]): Sign {
  const sign = kinds.map((kind) => MANNERS[kind]).find((sign) => sign !== undefined) ?? 'other';
  if (sign !== 'jump') return sign;
  return kinds.includes('lame') ? 'area' : kinds.includes('over') ? 'hop' : 'jump';
}

/** Where several say something of one square, the plainest speaks, and shots beside it. */
const RANK: readonly Sign[] = ['step', 'jump', 'hop', 'castle', 'area', 'chain', 'other'];

function markShapes(sign: Sign, x: number, y: number, kinds: readonly string[]): Shape[] {
  const initial = kinds.includes('initial');
  const shape = (d: string, paint: 'fill' | 'line', as = sign): Shape => ({
    sign: as,
    d,
    paint,
    dashed: false,
    initial,
  });
  const moves = kinds.includes('move');
  const takes = ['capture', 'destroy', 'en_passant'].some((kind) => kinds.includes(kind));
  switch (sign) {
    case 'shot':
      return [shape(sight(x, y, 0.42), 'line')];
    case 'hit':
      return [shape(diamond(x, y, 0.47), 'line')];
    case 'pass':
      return [];
    case 'other':
      return [-0.2, 0, 0.2].map((dx) => shape(circle(x + dx, y, 0.06), 'fill'));
    case 'castle':
      return [
        shape(
          polygon(x, y, [
            [-0.22, -0.22],
            [-0.22, 0.22],
            [0.22, 0.22],
            [0.22, -0.22],
          ]),
          'line',
        ),
      ];
    default:
      break;
  }
  const [frame, size] = framed(sign, x, y);
  const frames = frame ? [{ ...shape(frame, 'line'), dashed: sign === 'hop' }] : [];
  if (takes && !moves) return [...frames, shape(cross(x, y, size), 'line', 'capture_only')];
  const body = sign === 'jump' ? diamond(x, y, 0.3) : circle(x, y, size);
  return [...frames, takes || !moves ? shape(body, 'fill') : shape(body, 'line', 'move_only')];
}

/** What stands around a mark, and how large the mark is. */
function framed(sign: Sign, x: number, y: number): [string | null, number] {
  switch (sign) {
    case 'area':
      return [circle(x, y, 0.24), 0.1];
    case 'chain':
      return [diamond(x, y, 0.32), 0.1];
    case 'hop':
      return [circle(x, y, 0.3), 0.12];
    default:
      return [null, 0.2];
  }
}

const leaps = ({ kinds }: DiagramLine): boolean => ['fly', 'hop'].includes(manner(kinds));

function lineShapes(line: DiagramLine, radius: number, beside: boolean): Shape[] {
  const { x = 0, y = 0, dx, dy, from, to, kinds } = line;
  const sign = manner(kinds);
  const initial = kinds.includes('initial');
  const dashed = leaps(line);
  const size = Math.max(Math.abs(dx), Math.abs(dy));
  // Beyond the edge of the picture it goes on: the line ends a little outside the last square.
  const edge = (radius + 0.42 - (dx > 0 ? x : dx < 0 ? -x : 0)) / size;
  const last = to === null || to > edge ? edge : to;
  const first = from > 1 ? from - 0.3 : 0.34 / size;
  const side = beside ? 0.13 : 0;
  const [ox, oy] = [(-dy / size) * side, (dx / size) * side];
  const point = (n: number): [number, number] => [x + dx * n + ox, y + dy * n + oy];
  const [x1, y1] = point(first);
  const [x2, y2] = point(last);
  const paint = 'line' as const;
  const d = to === null || to > edge ? arrow(x1, y1, x2, y2, 0.24) : `M${at(x1, y1)}L${at(x2, y2)}`;
  const shapes: Shape[] = [{ sign, d, paint, dashed, initial }];
  if (to !== null && to <= edge) {
    for (let n = Math.max(1, from); n <= to; n++) {
      shapes.push(...markShapes('step', x + dx * n, y + dy * n, kinds));
    }
  } else if (!kinds.includes('move') && sign !== 'fly') {
    shapes.push({
      sign: 'capture_only',
      d: cross(...point(last - 0.5), 0.16),
      paint,
      dashed: false,
      initial,
    });
  } else if (!kinds.includes('capture') && sign !== 'fly') {
    shapes.push({
      sign: 'move_only',
      d: circle(...point(last - 0.5), 0.14),
      paint,
      dashed: false,
      initial,
    });
  }
  for (const turn of line.turns ?? []) {
    const [bx, by] = point(Math.min(2, last));
    const tip = { x: bx + turn.dx * 0.8, y: by + turn.dy * 0.8 };
    shapes.push({ sign, d: arrow(bx, by, tip.x, tip.y, 0.2), paint, dashed: true, initial });
  }
  return shapes;
}

function curveShapes(curve: DiagramCurve, radius: number): Shape[] {
  const shown = curve.squares.filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) <= radius);
  const d = 'M0 0' + shown.map(({ x, y }) => `L${at(x, y)}`).join('');
  return [
    { sign: 'slide', d, paint: 'line', dashed: false, initial: curve.kinds.includes('initial') },
  ];
}

/** The number of squares to show in each direction. */
export const reach = (diagram: Diagram, most = 3): number =>
  Math.min(most, Math.max(diagram.radius, diagram.unlimited ? 2 : 1));

export function shapes(diagram: Diagram, radius = reach(diagram)): Shape[] {
  const inside = ({ x, y }: Offset): boolean => Math.max(Math.abs(x), Math.abs(y)) <= radius;
  const found: Shape[] = [];
  for (const { x, y } of diagram.burns.filter(inside)) {
    found.push({
      sign: 'burn',
      d: flame(x, y, 0.34),
      paint: 'fill',
      dashed: false,
      initial: false,
    });
  }
  for (const line of diagram.lines) {
    // Leaps over pieces run beside the slide of the same direction, where there is one.
    const slides = (other: DiagramLine) =>
      other.dx === line.dx && other.dy === line.dy && manner(other.kinds) === 'slide';
    found.push(...lineShapes(line, radius, leaps(line) && diagram.lines.some(slides)));
  }
  for (const curve of diagram.curves ?? []) found.push(...curveShapes(curve, radius));
  const bySquare = grouped(diagram.marks.filter(inside));
  for (const marks of bySquare) {
    const best = Math.min(...marks.map(({ kinds }) => ranked(kinds)));
    for (const { x, y, kinds } of marks) {
      const sign = manner(kinds);
      const beside = sign === 'shot' || sign === 'hit';
      if (beside || ranked(kinds) === best) found.push(...markShapes(sign, x, y, kinds));
    }
  }
  if (diagram.marks.some(({ kinds }) => kinds.includes('pass'))) {
    found.push({
      sign: 'pass',
      d: roundTrip(0, 0, 0.4),
      paint: 'line',
      dashed: false,
      initial: false,
    });
  }
  return found;
}

const ranked = (kinds: readonly string[]): number => {
  const index = RANK.indexOf(manner(kinds));
  return index < 0 ? RANK.length : index;
};

function grouped(marks: DiagramMark[]): DiagramMark[][] {
  const squares = new Map<string, DiagramMark[]>();
  for (const mark of marks) {
    const key = `${mark.x},${mark.y}`;
    squares.set(key, [...(squares.get(key) ?? []), mark]);
  }
  return [...squares.values()];
}
