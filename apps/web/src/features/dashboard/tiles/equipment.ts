/** Devices are what the dashboard is about. */
export const EQUIPMENT = { AssetType: 'Equipment' } as const
/** Which of them have to be charged. */
export const WEAK_BATTERY = { 'Fields.BatteryLevel.Level': ['LEVEL_1', 'LEVEL_2'] } as const
