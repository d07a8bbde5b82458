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

/** Types for all forms in the server's own description, `openapi.json`. */
async function made(): Promise<string> {
  const stored = readFileSync(resolve(import.meta.dirname, 'openapi.json'), 'utf8');
  const { openapi, info, components } = JSON.parse(stored) as OpenAPI3;
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

/**
 * Our types may say more than the schema, such as which words a text can be, but nothing else: each
 * has the same keys, and what it allows the schema allows.
 */
type Agrees<Ours, Schema> = [Ours] extends [Schema]
  ? [Key<Ours>, Key<Schema>] extends [Key<Schema>, Key<Ours>]
    ? true
    : { missing: Exclude<Key<Schema>, Key<Ours>>; unknown: Exclude<Key<Ours>, Key<Schema>> }
  : { not: Ours; in: Schema };
type Key<T> = `${Extract<keyof T, string | number>}`;
type Is<Case extends true> = Case;

/** A type error here means that `types.ts` and the description of the interface differ. */
export type Agreed = [
  Is<Agrees<ours.VariantSummary, Forms['Summary']>>,
  Is<Agrees<ours.Field, Forms['Field']>>,
  Is<Agrees<ours.VariantError, Forms['FileError']>>,
  Is<Agrees<ours.Variants, Forms['Variants']>>,
  Is<Agrees<ours.Start, Forms['StartInfo']>>,
  // How a diagram is made up is not described.
  Is<Agrees<Omit<ours.VariantInfo, 'pieces'>, Omit<Forms['DrawnVariant'], 'pieces'>>>,
  Is<Agrees<ours.Drawing, Forms['Drawing']>>,
  Is<Agrees<ours.Shape, Forms['Shape']>>,
  Is<Agrees<ours.Sign, Forms['Sign']>>,
  Is<Agrees<ours.PieceName, Forms['Name']>>,
  Is<Agrees<Omit<ours.PieceInfo, 'diagram'>, Omit<Forms['PieceInfo'], 'diagram'>>>,
  Is<Agrees<ours.Board, Forms['Board']>>,
  Is<Agrees<ours.Effect, Forms['Effect']>>,
  Is<Agrees<ours.Carried, Forms['Carried']>>,
  Is<Agrees<ours.Removed, Forms['Removed']>>,
  Is<Agrees<ours.Fate, Forms['Fate']>>,
  Is<Agrees<ours.Legal, Forms['Legal']>>,
  Is<Agrees<ours.OtherWay, Forms['OtherWay']>>,
  Is<Agrees<ours.Played, Forms['Played']>>,
  Is<Agrees<ours.MoveTexts, Forms['Texts']>>,
  Is<Agrees<ours.Result, Forms['Verdict']>>,
  Is<Agrees<ours.Declaration, Forms['Declaration']>>,
  Is<Agrees<ours.DeclarationNow, Forms['DeclarationView']>>,
  Is<Agrees<ours.Control, Forms['Control']>>,
  Is<Agrees<ours.Clock, Forms['ClockView']>>,
  Is<Agrees<ours.ClockSide, Forms['Left']>>,
  Is<Agrees<ours.Seat, Forms['PerSide_SeatView']['first']>>,
  Is<Agrees<ours.State, Forms['State']>>,
  Is<Agrees<ours.NewGame, Forms['NewGame']>>,
  Is<Agrees<ours.Created, Forms['Created']>>,
  Is<Agrees<ours.Toss, Forms['Toss']>>,
  Is<Agrees<ours.Action, Forms['Action']>>,
  Is<Agrees<ours.Hint, Forms['Hint']>>,
  Is<Agrees<ours.ApiError, Forms['ApiError']>>,
  Is<Agrees<ours.Explanation, Forms['Explanation']>>,
];
