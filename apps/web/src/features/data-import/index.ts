export { DataImportPage } from './data-import-page.tsx'
