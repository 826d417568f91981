/** What the Hi/Lo die shows, in characters: 3↑ or 2↓. */
export function hiloText(hilo: number): string {
  return `${Math.abs(hilo)}${hilo > 0 ? "↑" : "↓"}`;
}
