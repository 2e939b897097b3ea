export { MetadataMappingPage as Page } from '../../features/metadata-mapping/index.ts'
