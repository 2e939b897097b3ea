export { MetadataMappingPage } from './metadata-mapping-page.tsx'
