/**
 * Declarations of the module that `texts.ts` creates: loaders of each language's texts, those needed at once and those
 * needed later.
 */
declare module "virtual:texts" {
  const loaders: Readonly<Record<string, readonly [() => Promise<{ default: object }>, () => Promise<{ default: object }>]>>;
  export default loaders;
}
