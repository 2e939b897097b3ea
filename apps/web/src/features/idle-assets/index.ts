export { NotSeenView, UnmovedView } from './idle-view.tsx'
