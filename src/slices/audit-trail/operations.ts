import { getAuditControlList } from './control/get-audit-control-list.ts'
import { exportAuditEvents } from './export/export-audit-events.ts'
import { listAuditEvents } from './list-audit-events.ts'

export const auditTrailOperations = [listAuditEvents, exportAuditEvents, getAuditControlList]
