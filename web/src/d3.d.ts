// The functions of d3 that are used; Debian's packages come without types.
declare module "d3-array" {
  export function ticks(start: number, stop: number, count: number): number[];
  export function tickIncrement(start: number, stop: number, count: number): number;
  export function extent(values: Iterable<number>): [number, number] | [undefined, undefined];
}
declare module "d3-format" {
  export function format(specifier: string): (value: number) => string;
}
