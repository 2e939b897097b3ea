export { ViewMap } from './view-map.tsx'
