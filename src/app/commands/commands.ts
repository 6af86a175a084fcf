/** The commands that print, as one chunk of the build, loaded only when a command is called. */
export { apiCommand } from './api/api.ts';
export { keptPaths } from './api/listing.ts';
export { docsCommand } from './docs.ts';
export { doctor } from './doctor/doctor.ts';
export { sharedFileCommand } from './docs.ts';
export { systemsCommand } from './systems.ts';
