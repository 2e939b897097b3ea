export { FenceDrawing } from './fence-drawing.tsx'
