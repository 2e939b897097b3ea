/** A page with matrix parameters, as in `/asset-detail;type=Equipment;id=IP-0412`. */
export interface MatrixAddress {
  readonly page: string
  readonly parameters: Readonly<Record<string, string>>
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads a matrix address from an encoded path. The last segment is split on `;` before decoding, because an id may
 * contain an encoded `;` or `=`.
 */
export function readMatrix(pathname: string): MatrixAddress {
  const [page = '', ...pairs] = pathname.replace(/^\//, '').split(';')
  const parameters: Record<string, string> = {}
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals < 1) continue
    parameters[decode(pair.slice(0, equals))] = decode(pair.slice(equals + 1))
  }
  return { page: decode(page), parameters }
}

/** Returns the address with other parameters, as {@link readMatrix} reads them. */
export function writeMatrix(pathname: string, parameters: readonly (readonly [string, string])[]): string {
  const [page = ''] = pathname.split(';', 1)
  const pairs = parameters.map(([name, text]) => `;${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
  return `${page}${pairs.join('')}`
}

/** Returns the path of an asset's detail page, in the form of the specification. */
export const assetDetailPath = (type: string, id: string): string =>
  `/asset-detail;type=${encodeURIComponent(type)};id=${encodeURIComponent(id)}`

/** Returns the same address as a link for a new tab. */
export const assetDetailHref = (type: string, id: string): string => `#${assetDetailPath(type, id)}`
