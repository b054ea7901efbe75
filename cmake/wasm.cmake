# The toolchain for WebAssembly: clang, lld and the C library of wasi-libc, as Debian installs them.
#
# It is clang 19, because clang 14 miscompiles SIMD code: it may load a number that all lanes get
# after a later store or call has changed it (docs/decisions/0071-webassembly.md).
#
# Programs get no files, signals or threads: WEND_THREADS must be OFF.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE NEVER)

# The names of the signals are declared, though none arrives.
set(CMAKE_C_FLAGS_INIT "-msimd128 -D_WASI_EMULATED_SIGNAL")
# Linked without -O: clang would run wasm-opt if that is installed, and the module should not depend
# on it. (With --no-wasm-opt, clang 19 does not link at all.)
set(CMAKE_C_LINK_EXECUTABLE "<CMAKE_C_COMPILER> --target=${CMAKE_C_COMPILER_TARGET} \
--sysroot=${CMAKE_SYSROOT} <CMAKE_C_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
