export { MirthSettings } from './mirth-settings.tsx'
