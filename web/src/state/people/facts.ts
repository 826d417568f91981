/** Facts of a person's games, as numbers: `[value, number of games]` pairs summed up. */

export interface Range {
  readonly least: number;
  readonly most: number;
  readonly total: number;
  readonly mean: number;
}

/** Return the range of a fact over all games; `null` if it was never counted. */
export function rangeOf(values: readonly (readonly number[])[] | undefined): Range | null {
  if (!values?.length) return null;
  const games = values.reduce((sum, [, count]) => sum + count!, 0);
  const total = values.reduce((sum, [value, count]) => sum + value! * count!, 0);
  const known = values.map(([value]) => value!);
  return { least: Math.min(...known), most: Math.max(...known), total, mean: total / games };
}
