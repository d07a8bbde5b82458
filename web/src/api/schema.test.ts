// @vitest-environment node
/** The forms on the wire as the server describes them, and the types that the pages have for them. */

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import type { components } from './schema';
import type * as ours from './types';

const SCHEMA = resolve(import.meta.dirname, 'schema.ts');

interface Described {
  type?: string | string[];
  oneOf?: { type?: string }[];
}

/** What need not be there is left out rather than null, so its type needs no null. */
function withoutNull(_key: string, value: unknown): unknown {
  const { properties, required = [] } = (value ?? {}) as {
    properties?: Record<string, Described>;
    required?: string[];
  };
  if (typeof properties !== 'object') return value;
  for (const [name, described] of Object.entries(properties)) {
    if (required.includes(name)) continue;
    const { type, oneOf } = described;
    if (Array.isArray(type)) described.type = type.filter((it) => it !== 'null');
    if (oneOf) described.oneOf = oneOf.filter((it) => it.type !== 'null');
  }
  return value;
}

/** Types for all forms in the server's own description, `openapi.json`. */
async function made(): Promise<string> {
  const stored = readFileSync(resolve(import.meta.dirname, 'openapi.json'), 'utf8');
  const { openapi, info, components } = JSON.parse(stored, withoutNull) as OpenAPI3;
  const only = { openapi, info: { ...info, version: '' }, paths: {}, components };
  const text = astToString(await openapiTS(only, { emptyObjectsUnknown: true }));
  const head = '/** Made from openapi.json by `KOMADAI_BLESS=1 npm test`; not to be edited. */\n\n';
  return format(head + text, { ...(await resolveConfig(SCHEMA)), filepath: SCHEMA });
}

it('the schema is that of the description; KOMADAI_BLESS=1 makes it anew', async () => {
  const schema = await made();
  if (process.env['KOMADAI_BLESS']) writeFileSync(SCHEMA, schema);
  expect(readFileSync(SCHEMA, 'utf8') === schema).toBe(true);
});

type Forms = components['schemas'];

type Key<T> = `${Extract<keyof T, string | number>}`;
type Optional<T> = Key<{ [K in keyof T as object extends Pick<T, K> ? K : never]: T[K] }>;
type Same<A, B> = [A, B] extends [B, A] ? true : { missing: Exclude<B, A>; unknown: Exclude<A, B> };

/**
 * The types that are written by hand may say more than the schema, such as which words a text can be,
 * but nothing else: each has the same keys, and what it allows the schema allows.
 */
type Agrees<Ours, Schema> = [Ours] extends [Schema]
  ? Same<[Key<Ours>, Optional<Ours>], [Key<Schema>, Optional<Schema>]>
  : { not: Ours; in: Schema };
type Is<Case extends true> = Case;

/** A type error here means that `types.ts` and the description of the interface differ. */
export type Agreed = [
  // How a diagram is made up is not described.
  Is<Agrees<Omit<ours.VariantInfo, 'pieces'>, Omit<Forms['DrawnVariant'], 'pieces'>>>,
  Is<Agrees<Omit<ours.PieceInfo, 'diagram'>, Omit<Forms['PieceInfo'], 'diagram'>>>,
  Is<Agrees<ours.Legal, Forms['Legal']>>,
  Is<Agrees<ours.Result, Forms['Verdict']>>,
  Is<Agrees<ours.Declaration, Forms['Declaration']>>,
  Is<Agrees<ours.DeclarationNow, Forms['DeclarationView']>>,
  Is<Agrees<ours.Seat, Forms['PerSide_SeatView']['first']>>,
  Is<Agrees<ours.State, Forms['State']>>,
  Is<Agrees<ours.Toss, Forms['Toss']>>,
];
