export { CustomTagsPage as Page } from '../../features/custom-tags/index.ts'
