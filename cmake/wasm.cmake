# The toolchain for WebAssembly: clang, lld and the C library of wasi-libc, as Debian installs them.
#
# Programs get no files, signals or threads: WEND_THREADS must be OFF. The linker is called without
# -O, because clang would then run wasm-opt, if there is one, and old ones refuse SIMD.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE NEVER)

# The names of the signals are declared, though none arrives.
set(CMAKE_C_FLAGS_INIT "-msimd128 -D_WASI_EMULATED_SIGNAL")
