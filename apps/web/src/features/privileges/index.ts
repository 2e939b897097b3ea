export { PrivilegeList } from './privilege-list.tsx'
