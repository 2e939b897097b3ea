/** Names of columns in other registers of equipment, as {@link plainName} writes them. */
export const USUAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['type', 'AssetType'],
  ['assettag', 'AssetId'],
  ['assetnumber', 'AssetId'],
  ['assetno', 'AssetId'],
  ['inventorynumber', 'AssetId'],
  ['name', 'AssetName'],
  ['devicename', 'AssetName'],
  ['equipmentname', 'AssetName'],
  ['serial', 'SerialNo'],
  ['serialnumber', 'SerialNo'],
  ['serialnum', 'SerialNo'],
  ['category', 'PrimaryCategory'],
  ['devicecategory', 'PrimaryCategory'],
])

/** Returns the letters and digits of a name in lower case: `Serial_Number` and `serial number` are one name. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
