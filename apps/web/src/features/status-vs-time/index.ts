export { StatusVsTimeView } from './status-vs-time-view.tsx'
