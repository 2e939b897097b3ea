export { IngestKeyList } from './ingest-key-list.tsx'
