export { Hierarchy } from './hierarchy.tsx'
