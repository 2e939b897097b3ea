export { DeviceSearch } from './device-search.tsx'
export { type DevicesView, deviceCriteria, PAGE_SIZES, SEARCH_FROM } from './devices-view.ts'
export { useDevicesView } from './use-devices-view.ts'
