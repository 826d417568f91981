/** Made by `texts.ts`: the loaders of each language's texts: those that come at once, and those that come later. */
declare module "virtual:texts" {
  const loaders: Readonly<Record<string, readonly [() => Promise<{ default: object }>, () => Promise<{ default: object }>]>>;
  export default loaders;
}
