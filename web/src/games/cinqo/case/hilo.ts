/** Format the Hi/Lo die's value: 3↑ or 2↓. */
export function hiloText(hilo: number): string {
  return `${Math.abs(hilo)}${hilo > 0 ? "↑" : "↓"}`;
}
