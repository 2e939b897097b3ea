export { NotSeenView, UnmovedView } from './resting-view.tsx'
