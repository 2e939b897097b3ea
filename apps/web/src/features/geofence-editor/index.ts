export { GeofenceEditor } from './geofence-editor.tsx'
