/** Page name of a hash address, without parameters: `#/asset-detail;type=Equipment;id=1` is `asset-detail`. */
export function pageOfHash(hash: string): string {
  const path = hash.replace(/^#?\/?/, '')
  return path.split(/[;?]/, 1)[0] ?? ''
}
