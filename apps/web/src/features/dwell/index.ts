export { DwellView } from './dwell-view.tsx'
