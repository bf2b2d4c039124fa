// The data of one document: base64 of gzip of "TAMISCOL", a version, a header in JSON and arrays (see web/README.md).

export type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array;

export interface Histogram {
  feature: number;
  low: number;
  high: number;
  counts: number[][];
}

/** One picture of the samples: its columns are map_NAME_x and map_NAME_y. */
export interface Plane {
  name: string;
  axes: string[];
  explained?: number[];
}

export interface Header {
  kind: string;
  method?: string;
  features: number;
  samples: number;
  class_names?: string[] | null;
  names?: string[] | null;
  selected?: number[];
  score_name?: string;
  smaller_is_better?: boolean;  // scores as they are published
  reasons?: string[];
  columns: { name: string; type: string; offset: number; length: number }[];
  histograms?: Histogram[];
  histogram_classes?: string[];
  correlations?: { features: number[] };
  map?: { samples: number; planes: Plane[]; note?: string };
  image?: { height: number; width: number; order: string };
}

export interface Container {
  header: Header;
  column(name: string): Numbers | null;
}

const magic = "TAMISCOL";
const version = 1;

async function inflate(base64: string): Promise<ArrayBuffer> {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

function typed(buffer: ArrayBuffer, type: string, offset: number, length: number): Numbers {
  switch (type) {
    case "f64": return new Float64Array(buffer, offset, length);
    case "f32": return new Float32Array(buffer, offset, length);
    case "i32": return new Int32Array(buffer, offset, length);
    case "u8": return new Uint8Array(buffer, offset, length);
  }
  throw new Error(`a column of unknown type ${type}`);
}

export function parse(buffer: ArrayBuffer): Container {
  const view = new DataView(buffer);
  const start = new TextDecoder().decode(new Uint8Array(buffer, 0, Math.min(8, buffer.byteLength)));
  if (start !== magic || view.getUint32(8, true) !== version) throw new Error("the data are not of this version");
  const length = view.getUint32(12, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, length))) as Header;
  const arrays = Math.ceil((16 + length) / 8) * 8;
  const columns = new Map<string, Numbers>();
  for (const c of header.columns) columns.set(c.name, typed(buffer, c.type, arrays + c.offset, c.length));
  return { header, column: (name) => columns.get(name) ?? null };
}

export async function decode(base64: string): Promise<Container> {
  return parse(await inflate(base64));
}
