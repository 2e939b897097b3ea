export { DataImportPage as Page } from '../../features/data-import/index.ts'
