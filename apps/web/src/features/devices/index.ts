export { DeviceCards } from './device-cards.tsx'
export { MapFrame, PhoneTools, SearchNote } from './devices-notes.tsx'
export { DevicesToolbar, ViewBar } from './devices-toolbar.tsx'
export { useDeviceList, useRefreshNote } from './use-device-list.ts'
