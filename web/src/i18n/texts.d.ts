/** Made by `texts.ts`: a loader for the texts of each language. */
declare module "virtual:texts" {
  const loaders: Readonly<Record<string, () => Promise<{ default: object }>>>;
  export default loaders;
}
