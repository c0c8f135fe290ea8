import type { EmbeddedSite } from './site.ts'

/** Names known to PostgreSQL 15 and newer only: an unknown name would keep the server from starting. */
const settings = {
  // Acknowledged means on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Statements may carry cardholder data: they stay out of the log, as do errors and details of crashes.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_lock_waits: 'off',
  log_temp_files: '-1',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // Each checkpoint makes every page's next change cost a full page of log: few and long ones.
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  wal_compression: 'off',
  shared_buffers: '256MB',
  max_connections: '120',
  // Every statement is short and finds its rows by key: compiling it or sharing it among workers only costs.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  unix_socket_permissions: '0700',
  cluster_name: 'tollgate',
} as const

export function serverArguments(site: EmbeddedSite, listens: boolean): string[] {
  const folder = `"${site.socketFolder.replaceAll('"', '""')}"`
  const own = {
    ...settings,
    unix_socket_directories: folder,
    listen_addresses: listens ? '127.0.0.1' : '',
    port: String(site.port),
    // There, the ordinary call leaves the data in the disk's volatile cache.
    ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
  }
  return ['-D', site.cluster, ...Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
