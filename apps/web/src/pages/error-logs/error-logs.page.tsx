export { ErrorLogsPage as Page } from '../../features/error-logs/index.ts'
