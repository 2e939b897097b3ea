export { LaneEditor } from './lane-editor.tsx'
