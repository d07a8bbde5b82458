import { describe, expect, it } from 'vitest';
import { belowOf, originOf, pageOf, searchOf, seenFrom } from './address';

describe('the side below in an address', () => {
  it('comes back as it was told', () => {
    const search = searchOf({ study: 's', ...seenFrom('second') });
    expect(belowOf(originOf(search))).toBe('second');
    expect(searchOf({ study: 's', ...seenFrom('first') })).toBe('?study=s');
    expect(belowOf(originOf('?below=nobody'))).toBeNull();
  });

  it('does not matter for where a draft is found', () => {
    const page = (search: string) => pageOf({ pathname: '/analysis/chess', search });
    expect(page('?below=second')).toBe('/analysis/chess');
    expect(page('?game=g&below=second')).toBe(page('?game=g'));
  });
});
