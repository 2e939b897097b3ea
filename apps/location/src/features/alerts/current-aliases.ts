import type { AssetAtAlert } from '@wardtrack/contracts'
import type { MetadataMapping } from '@wardtrack/ingestion'

/** Returns the current alias of a code; undefined when the mapping has none. */
export function aliasOfCode(
  mapping: MetadataMapping,
  assetType: string,
  name: string,
  code: string,
): string | undefined {
  const entries = Object.hasOwn(mapping, assetType) ? mapping[assetType] : undefined
  const options = entries?.[name]?.Options
  return options && Object.hasOwn(options, code) ? options[code]?.alias : undefined
}

/**
 * Returns the asset stored in an alert with the current aliases of its codes. The stored alias remains where the
 * mapping no longer has the code, and in old alerts without codes.
 */
export function withCurrentAliases(
  atAlert: AssetAtAlert,
  assetType: string,
  mapping: MetadataMapping,
): AssetAtAlert {
  const alias = (name: string, code: string | undefined): string | undefined =>
    code === undefined ? undefined : aliasOfCode(mapping, assetType, name, code)
  const Battery = alias('BatteryLevel', atAlert.BatteryCode) ?? atAlert.Battery
  const WiFi = alias('WifiStrength', atAlert.WiFiCode) ?? atAlert.WiFi
  return {
    ...atAlert,
    ...(Battery === undefined ? {} : { Battery }),
    ...(WiFi === undefined ? {} : { WiFi }),
  }
}
