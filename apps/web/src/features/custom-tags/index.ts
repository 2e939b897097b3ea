export { CustomTagsPage } from './custom-tags-page.tsx'
