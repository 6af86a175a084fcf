/** The commands that print, as one part of the program: it is loaded where one is called. */
export { apiCommand } from './api/api.ts';
export { keptPaths } from './api/listing.ts';
export { docsCommand } from './docs.ts';
export { doctor } from './doctor/doctor.ts';
export { sharedFileCommand } from './docs.ts';
export { systemsCommand } from './systems.ts';
