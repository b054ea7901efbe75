/* The functions of zlib that the kit calls. */
LIBRARY_FUNCTION(deflate)
LIBRARY_FUNCTION(deflateBound)
LIBRARY_FUNCTION(deflateEnd)
LIBRARY_FUNCTION(deflateInit2_)
