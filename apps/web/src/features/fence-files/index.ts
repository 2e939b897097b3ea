export { ExportFences } from './export-fences.tsx'
export { FenceFiles } from './fence-files.tsx'
