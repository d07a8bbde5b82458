// @vitest-environment node
/** The forms on the wire as the server describes them, and the types that the pages have for them. */

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { expect, it } from 'vitest';

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

/** Whether a type says by itself what something is made of, or which words it may be. */
function writesOut(node: ts.Node): boolean {
  if (ts.isIndexedAccessTypeNode(node)) return writesOut(node.objectType);
  const own = ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node);
  return own || ts.isStringLiteral(node) || (ts.forEachChild(node, writesOut) ?? false);
}

/** The types of a module that write something out. */
function writtenOut(text: string): string[] {
  const { statements } = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest);
  const types = statements.filter(
    (it) => ts.isTypeAliasDeclaration(it) || ts.isInterfaceDeclaration(it),
  );
  return types.filter(writesOut).map((it) => it.name.text);
}

it('the types for the pages are those of the schema', () => {
  const text = readFileSync(resolve(import.meta.dirname, 'types.ts'), 'utf8');
  expect(text).toContain("Forms['State']");
  expect(writtenOut(text)).toEqual([]);
});

it('a type that is written out is found', () => {
  const named = "type A = Forms['A'] | null; type B = Forms['Hands'][Side]; type C = string;";
  expect(writtenOut(named)).toEqual([]);
  const own = "interface D { x: 1 } type E = { x: Forms['A'] }; type F = 'one' | Forms['A'];";
  expect(writtenOut(own)).toEqual(['D', 'E', 'F']);
});
