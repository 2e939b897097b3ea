export { DeviceSearch } from './device-search.tsx'
export {
  DEFAULT_TYPE,
  type DevicesView,
  deviceCriteria,
  PAGE_SIZES,
  SEARCH_FROM,
  splitType,
} from './devices-view.ts'
export { useDevicesView } from './use-devices-view.ts'
