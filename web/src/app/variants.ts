/** The games as the server knows them; each is fetched once. */

import { api } from '../api/client';
import type { VariantInfo } from '../api/types';

const known = new Map<string, Promise<VariantInfo>>();

export function variantInfo(id: string): Promise<VariantInfo> {
  const before = known.get(id);
  if (before) return before;
  const asked = api.variant(id);
  known.set(id, asked);
  // A failure is not remembered.
  asked.catch(() => known.delete(id));
  return asked;
}
