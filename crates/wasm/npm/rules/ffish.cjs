'use strict';

// For `require`: it is filled as soon as it is loaded, and then says so.
const ffish = {};

import('./ffish.js')
  .then(({ Module }) => Module())
  .then((loaded) => {
    Object.assign(ffish, loaded);
    ffish.onRuntimeInitialized?.();
  });

module.exports = ffish;
