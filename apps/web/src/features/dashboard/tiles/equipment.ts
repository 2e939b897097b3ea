/** Criteria for devices, the subject of the dashboard. */
export const EQUIPMENT = { AssetType: 'Equipment' } as const
/** Criteria for devices to charge. */
export const WEAK_BATTERY = { 'Fields.BatteryLevel.Level': ['LEVEL_1', 'LEVEL_2'] } as const
