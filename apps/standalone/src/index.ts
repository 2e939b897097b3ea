export { CONSOLE_DIR, serveConsole } from './console-files.ts'
